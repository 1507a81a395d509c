import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

export interface Certificate {
  key: string
  cert: string
}

/** Creates a self-signed certificate for localhost with the openssl command. */
export function localCertificate(): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'prices-certificate-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  try {
    const made = spawnSync('openssl', [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
      ],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,DNS:push.test,IP:127.0.0.1'],
      ...['-keyout', key, '-out', cert],
    ])
    if (made.status !== 0) throw new Error(`openssl: ${made.error?.message ?? made.stderr}`)
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Makes this process trust the certificate; child processes use NODE_EXTRA_CA_CERTS. */
export function trust({ cert }: Certificate): void {
  setDefaultCACertificates([...getCACertificates(), cert])
}
