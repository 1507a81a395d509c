import { useEffect } from 'react'
import { BrowserRouter, useLocation } from 'react-router-dom'
import { tellPageShown } from './page-shown.ts'
import SignedInRoutes from './SignedInRoutes.tsx'

/** Signed-in app with its router, which the pages before signing in do without. */
export default function SignedInApp() {
  return (
    <BrowserRouter>
      <Pages />
      <SignedInRoutes />
    </BrowserRouter>
  )
}

function Pages() {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on every change of path
  useEffect(tellPageShown, [pathname])
  return null
}
