const KEY = 'recovery_codes_shown'

/**
 * Returns whether recovery codes were displayed to this user in this tab without being confirmed as saved. The router
 * cannot prevent leaving a page, so the page mentions it when the user returns.
 */
export const areCodesUnconfirmed = (username: string): boolean => sessionStorage.getItem(KEY) === username

export function noteCodesShown(username: string): void {
  sessionStorage.setItem(KEY, username)
}

export function noteCodesSaved(): void {
  sessionStorage.removeItem(KEY)
}
