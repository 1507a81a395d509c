import { BrowserRouter } from 'react-router-dom'
import { SessionProvider } from '../session/SessionProvider.tsx'
import { Entrance } from './Entrance.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { UpdateNotice } from './UpdateNotice.tsx'
import { WorkerLinks } from './WorkerLinks.tsx'

export function App() {
  return (
    <ErrorBoundary>
      <BrowserRouter>
        <SessionProvider>
          <Entrance />
          <UpdateNotice />
          <WorkerLinks />
        </SessionProvider>
      </BrowserRouter>
    </ErrorBoundary>
  )
}
