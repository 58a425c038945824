/**
 * What the operator lets sources reach and run: addresses, hosts, folders, programs. Whoever may
 * apply a source says where data comes from; these settings say how far that goes. Every refusal
 * names the setting that would allow it.
 */
@NullMarked
package io.heddle.ingress.reach;

import org.jspecify.annotations.NullMarked;
