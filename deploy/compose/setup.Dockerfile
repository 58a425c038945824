# Creates topics and bucket, once and repeatably: docker build -f deploy/compose/setup.Dockerfile .
FROM eclipse-temurin:25-jre
COPY deploy/local/target/lib/ /heddle/lib/
COPY deploy/local/target/heddle-local-*.jar /heddle/lib/
ENTRYPOINT ["java", "-Xmx128m", "-cp", "/heddle/lib/*", "io.heddle.local.InstallationSetup"]
