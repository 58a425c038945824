package io.heddle.resources.rest;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.ext.Provider;
import java.util.UUID;
import java.util.regex.Pattern;

/** Gives every request an id, the caller's if there is a proper one, and sends it back. */
@Provider
@PreMatching
public class RequestIds implements ContainerRequestFilter, ContainerResponseFilter {
  static final String HEADER = "X-Request-Id";
  static final String PROPERTY = "heddle.request-id";

  private static final Pattern PROPER = Pattern.compile("[!-~]{1,128}");

  @Override
  public void filter(ContainerRequestContext request) {
    String id = request.getHeaderString(HEADER);
    request.setProperty(
        PROPERTY, id != null && PROPER.matcher(id).matches() ? id : UUID.randomUUID().toString());
  }

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    Object id = request.getProperty(PROPERTY);
    if (id != null) {
      response.getHeaders().putSingle(HEADER, id);
    }
  }
}
