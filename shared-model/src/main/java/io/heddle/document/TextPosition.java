package io.heddle.document;

/** Line and column in the text that was handed in, both from 1. */
public record TextPosition(int line, int column) {}
