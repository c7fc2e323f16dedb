import type { ComponentType } from 'react'
import { type DocumentToolsProps, useExtensions } from './extensions.ts'
import { useServices } from './services.tsx'

/** The application's buttons of a report or a panel, where the user holds their code. */
export function useDocumentTools(): ComponentType<DocumentToolsProps> | undefined {
  const { documentTools } = useExtensions()
  const { can } = useServices()
  return documentTools && can(documentTools.needs) ? documentTools.Part : undefined
}
