import { useEffect } from 'react'
import { BrowserRouter, useLocation } from 'react-router-dom'
import { tellAddress } from '../session/address.ts'
import SignedInRoutes from './SignedInRoutes.tsx'

/** The app with its router, which everything before signing in does without. */
export default function SignedInApp() {
  return (
    <BrowserRouter>
      <Whereabouts />
      <SignedInRoutes />
    </BrowserRouter>
  )
}

/** Tells what stands outside of the router where it has gone. */
function Whereabouts() {
  const location = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on every change of address
  useEffect(tellAddress, [location])
  return null
}
