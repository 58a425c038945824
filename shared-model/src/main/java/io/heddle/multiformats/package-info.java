/**
 * Self-describing hashes, text encodings and identifiers (multihash, multibase, did:odf) as the ODF
 * specification uses them.
 */
@NullMarked
package io.heddle.multiformats;

import org.jspecify.annotations.NullMarked;
