import { type FunctionComponent, useEffect } from 'react'
import { ROUTES } from '../../contract/routes.ts'
import { type Address, useAddress } from '../session/address.ts'
import LoginPage from '../session/LoginPage.tsx'
import { lazyPage } from '../ui/lazy-page.tsx'
import { tellPageShown } from './page-shown.ts'

/** Loaded on demand, to keep the login screen small: it needs no router. */
const PasswordResetPage = lazyPage(() => import('../session/PasswordResetPage.tsx'))
export const SignedInApp = lazyPage(() => import('./SignedInApp.tsx'))

/** What is shown to those who are not signed in; anything else is up to the router of the signed-in app. */
const OPEN_PAGES: Readonly<Record<string, FunctionComponent>> = {
  [ROUTES.login]: LoginPage,
  [ROUTES.passwordReset]: PasswordResetPage,
}

/** Paths are compared as the router does it. */
const pageAt = ({ pathname }: Address) =>
  OPEN_PAGES[pathname.toLowerCase().replace(/\/+$/, '')] ?? SignedInApp

export function Entrance() {
  const Page = useAddress(pageAt)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on every change of page
  useEffect(tellPageShown, [Page])
  return <Page />
}
