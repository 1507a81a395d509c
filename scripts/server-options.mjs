/**
 * Node options for the server and its threads. A young generation of this small size shortens each garbage collection
 * and saves 120 MB of memory while a file is generated (docs/decisions/0053).
 */
export const SERVER_OPTIONS = ['--max-semi-space-size=6']
