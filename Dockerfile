# The image of the build: the toolchain and the development files of the system's libraries.
# A release replaces both tags by their digests (scripts/packaging/image).
FROM swift:6.3-bookworm AS build
WORKDIR /src
COPY scripts scripts
RUN scripts/install-dependencies && rm -rf /var/lib/apt/lists/*
COPY Package.swift ./
COPY Sources Sources
COPY Tests Tests
# Embedded in the binary.
COPY seed-data/scenarios seed-data/scenarios
COPY docs/llms.txt docs/llms.txt
ARG EMU_COMMIT
RUN scripts/build-release auth-emulator \
 && strip --strip-unneeded --output-file=/auth-emulator .build/release/auth-emulator

# The image that runs: the libraries themselves and one binary.
FROM debian:bookworm-slim
RUN apt-get update \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
      libsqlite3-0 libssl3 libcrypt1 libgnutls30 libcurl4 libxmlsec1-openssl libstdc++6 ca-certificates \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin emulator \
 && install --directory --owner=emulator --mode=0700 /data
COPY --from=build /auth-emulator /usr/local/bin/auth-emulator
COPY seed-data /usr/local/share/auth-emulator/seed-data
USER emulator
VOLUME /data
# Flags may say --ephemeral or --data, and commands of `docker exec` find the emulator of this folder.
WORKDIR /data
EXPOSE 9099
# bash opens the connection itself: the image needs no client for this.
HEALTHCHECK --interval=5s --timeout=2s --start-period=5s --retries=3 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/9099 && printf 'GET /emulator/v1/health HTTP/1.0\\r\\n\\r\\n' >&3 && read -r -t 1 _ status _ <&3 && [[ $status == 200 ]]"]
# Further arguments of `docker run` are further flags.
ENTRYPOINT ["auth-emulator", "start", "--host", "0.0.0.0"]
