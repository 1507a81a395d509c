const KEY = 'recovery_codes_shown'

/**
 * Whether recovery codes were shown to this user in this tab and not confirmed as saved: the router cannot keep anybody on
 * a page, so the page says so when they come back.
 */
export const areCodesUnconfirmed = (username: string): boolean => sessionStorage.getItem(KEY) === username

export function noteCodesShown(username: string): void {
  sessionStorage.setItem(KEY, username)
}

export function noteCodesSaved(): void {
  sessionStorage.removeItem(KEY)
}
