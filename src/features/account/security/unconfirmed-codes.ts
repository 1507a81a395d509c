const KEY = 'recovery_codes_shown'

/**
 * Returns whether recovery codes were displayed to this user in this tab and not confirmed as saved. Leaving the page
 * inside the app cannot be prevented, so the page shows a reminder when the user returns.
 */
export const areCodesUnconfirmed = (username: string): boolean => sessionStorage.getItem(KEY) === username

export function noteCodesShown(username: string): void {
  sessionStorage.setItem(KEY, username)
}

export function noteCodesSaved(): void {
  sessionStorage.removeItem(KEY)
}
