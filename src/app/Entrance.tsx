import { type FunctionComponent, useEffect } from 'react'
import { ROUTES } from '../../contract/routes.ts'
import { type Address, useAddress } from '../session/address.ts'
import LoginPage from '../session/LoginPage.tsx'
import { lazyPage } from '../ui/lazy-page.tsx'
import { notePageShown } from './UpdateNotice.tsx'

/** Loaded on demand, to keep the login screen small: it needs no router. */
const PasswordResetPage = lazyPage(() => import('../session/PasswordResetPage.tsx'))
export const SignedInApp = lazyPage(() => import('./SignedInApp.tsx'))

/** Pages for visitors who are not signed in; the signed-in app's router handles all other paths. */
const OPEN_PAGES: Readonly<Record<string, FunctionComponent>> = {
  [ROUTES.login]: LoginPage,
  [ROUTES.passwordReset]: PasswordResetPage,
}

/** Compares paths as the router does. */
const pageAt = ({ pathname }: Address) =>
  OPEN_PAGES[pathname.toLowerCase().replace(/\/+$/, '')] ?? SignedInApp

export function Entrance() {
  const Page = useAddress(pageAt)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on every change of page
  useEffect(notePageShown, [Page])
  return <Page />
}
