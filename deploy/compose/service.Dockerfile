# One of the four services, as the build left it: docker build --build-arg SERVICE=merge-service -f deploy/compose/service.Dockerfile .
FROM eclipse-temurin:25-jre
ARG SERVICE
COPY ${SERVICE}/target/quarkus-app/ /heddle/
RUN useradd --system --create-home --home-dir /data heddle
USER heddle
WORKDIR /data
ENV HEDDLE_DATA_DIR=/data QUARKUS_HTTP_HOST=0.0.0.0 QUARKUS_HTTP_PORT=8080
EXPOSE 8080
VOLUME /data
ENTRYPOINT ["java", "-Xmx768m", "-XX:+ExitOnOutOfMemoryError", "-Duser.language=en", "-Duser.country=US", "--enable-native-access=ALL-UNNAMED", "--add-opens=java.base/java.nio=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow", "-jar", "/heddle/quarkus-run.jar"]
