import { Suspense } from 'react'
import { type DocumentToolsProps, useExtensions } from './extensions.ts'
import { useServices } from './services.tsx'

/** The application's buttons of the page of a document, those whose code the user holds. */
export function DocumentTools(props: DocumentToolsProps) {
  const { documentTools = [] } = useExtensions()
  const { can } = useServices()
  return documentTools.map(
    ({ needs, Part }) =>
      can(needs) && (
        <Suspense key={needs}>
          <Part {...props} />
        </Suspense>
      ),
  )
}
