# The server with the built app. deploy/container.sh chooses the base image and writes its digest into .env;
# docs/guide/installation.md describes the whole route.

# Debian's slim image, by digest: debian@sha256:…
ARG BASE_IMAGE

FROM ${BASE_IMAGE} AS build
ARG BASE_IMAGE
RUN case "$BASE_IMAGE" in *@sha256:*) ;; *) echo "BASE_IMAGE has to name a digest: $BASE_IMAGE" >&2; exit 1 ;; esac
# Debian's Node and npm only unpack the packages; the project's own Node 24 builds the app and runs the server.
RUN command -v npm >/dev/null || { apt-get update -qq \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends ca-certificates nodejs npm; }
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Only the package of Node needs its installation script; others would compile parts that are optional, not reproducibly.
RUN npm ci --ignore-scripts && npm rebuild node
COPY . .
# Part of the built app; not a secret.
ARG VITE_VAPID_PUBLIC_KEY
RUN NODE_ENV=production node_modules/node/bin/node node_modules/vite/bin/vite.js build --logLevel warn \
 && npm prune --omit=dev --ignore-scripts \
 && rm -rf node_modules/.cache node_modules/.vite node_modules/.package-lock.json

FROM ${BASE_IMAGE}
WORKDIR /app
RUN install -d -o 10001 -g 10001 -m 0700 /data /cache /backups
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/contract ./contract
COPY --from=build /app/server ./server
COPY --from=build /app/deploy ./deploy
COPY --from=build /app/dist ./dist
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data BACKUP_DIR=/backups NODE_COMPILE_CACHE=/cache/compiled
ENV BACKUP_COMMAND="docker compose exec backup deploy/run.sh nightly-backup"
USER 10001:10001
EXPOSE 3000
# compose.yaml asks more often during the start; buildah of Debian 12 does not know --start-interval.
HEALTHCHECK --interval=30s --timeout=10s --start-period=120s CMD ["deploy/run.sh", "ready"]
ENTRYPOINT ["deploy/run.sh"]
CMD ["server"]
