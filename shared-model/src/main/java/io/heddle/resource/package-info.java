/**
 * Resources: what users declare (Dataset, Source, Flow) and what runs of flows leave behind
 * (FlowRun, Task). Their names and references, and their JSON form on the resources topic and in
 * manifests.
 */
@NullMarked
package io.heddle.resource;

import org.jspecify.annotations.NullMarked;
