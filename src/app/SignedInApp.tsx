import { useEffect } from 'react'
import { BrowserRouter, useLocation } from 'react-router-dom'
import SignedInRoutes from './SignedInRoutes.tsx'
import { notePageShown } from './UpdateNotice.tsx'

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
  useEffect(notePageShown, [pathname])
  return null
}
