/**
 * Page of the files that were shared with the installed app, and name of the cache with them. The browser posts them to
 * its path, which the worker answers (specification 12.10). Each file is cached at this path followed by its encoded name.
 */
export const SHARED_FILES = '/profile/sources/shared'
