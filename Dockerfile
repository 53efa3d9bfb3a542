# docker build -t kalends . && docker run -p 8080:8080 -v kalends:/data kalends
# Any other command of the command line: docker run --rm -v kalends:/data kalends --help
# Without Docker, `npm run image` performs these steps and asks what comes of them.

# Both images below are of the same Debian, as libraries are copied from the one to the other.
FROM node:26-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build

# Of the packages only those that the program needs beside it, each as our lockfile says: `dist/package` brings its part of it.
# A bucket for images needs one more: build with --build-arg PACKAGES=@aws-sdk/client-s3@3.1169.0 (`docs/configuration.md`, MEDIA_STORE).
FROM node:26-bookworm-slim AS dependencies
ARG PACKAGES=""
WORKDIR /app
COPY --from=build /app/dist/package ./
RUN npm ci --omit=dev --ignore-scripts \
 && if [ -n "$PACKAGES" ]; then npm install --no-save --ignore-scripts $PACKAGES; fi \
 && mkdir -m 700 /data \
 && mkdir /library \
 && cp /usr/lib/*-linux-gnu/libatomic.so.1 /library

# Nothing but the C library, certificates, and the Node of that image with the one library that it needs beside them: no shell, no npm.
FROM gcr.io/distroless/cc-debian12:nonroot
ARG VERSION="unknown"
ARG REVISION="unknown"
ARG CREATED="unknown"
LABEL org.opencontainers.image.title="Kalends" \
      org.opencontainers.image.description="A server for event calendars" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$REVISION" \
      org.opencontainers.image.created="$CREATED" \
      org.opencontainers.image.source="https://github.com/kalends/kalends" \
      org.opencontainers.image.documentation="https://github.com/kalends/kalends/tree/main/docs" \
      org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
WORKDIR /app
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=dependencies /library /usr/lib
COPY --from=dependencies --chown=nonroot:nonroot /data /data
COPY --from=dependencies /app ./
USER nonroot
VOLUME /data
EXPOSE 8080
# The first start after an upgrade may take minutes, as it migrates the calendar.
HEALTHCHECK --interval=30s --timeout=5s --start-period=10m \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "bin/kalends.js"]
CMD ["serve"]
