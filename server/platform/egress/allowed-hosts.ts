import { ConfigError } from '../config-error.ts'

/** Hosts as 'host:port' that the operator allows even if they are in the internal network. */
export type AllowedHosts = ReadonlySet<string>

/**
 * Parses a list of allowed hosts.
 * @param variable name of the environment variable, for the error message
 * @throws ConfigError
 */
export function readAllowedHosts(variable: string, text: string): AllowedHosts {
  const hosts = text
    .split(',')
    .map((host) => host.trim())
    .filter(Boolean)
  for (const host of hosts) {
    if (/^(?:[\w.-]+|\[[\da-f:]+\]):\d{1,5}$/i.test(host)) continue
    throw new ConfigError(`${variable}: нужен список вида localhost:8443,10.0.0.5:443, указано «${host}»`)
  }
  return new Set(hosts.map((host) => host.toLowerCase()))
}

/** Returns whether the operator has allowed exactly this host and port. */
export function isAllowed(url: URL, allowedHosts: AllowedHosts): boolean {
  const usual = url.protocol === 'http:' ? '80' : '443'
  return allowedHosts.has(`${url.hostname}:${url.port || usual}`)
}
