import { SHARED_FILES } from './shell-files.ts'

/** Maximum number of waiting files, and size in bytes of each: any website can post files to the app. */
export const MAX_SHARED = 10
export const LARGEST_SHARED = 50_000_000

/** Returns a new key in the cache of waiting files. @param from page that sent the file, as far as the browser says */
export const sharedKey = (name: string, from: string): string =>
  // The random id distinguishes files of one name that arrive in the same millisecond.
  `${SHARED_FILES}?name=${encodeURIComponent(name)}&from=${encodeURIComponent(from)}&at=${Date.now()}&id=${Math.random()}`
