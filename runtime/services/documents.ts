import { createContext, useContext } from 'react'
import type { PickerDocument, ReportDocument, ScreenDocument } from '#runtime/schema/types.ts'

/** Loads other documents for a document that names them. */
export interface DocumentLoader {
  /** The document of a row source: a screen or a report. */
  loadScreen(id: string): Promise<ScreenDocument | ReportDocument>
  loadPicker(code: string): Promise<PickerDocument>
}

const DocumentLoaderContext = createContext<DocumentLoader | null>(null)
export const DocumentLoaderProvider = DocumentLoaderContext.Provider

export function useDocumentLoader(): DocumentLoader {
  const loader = useContext(DocumentLoaderContext)
  if (!loader) throw new Error('useDocumentLoader outside DocumentLoaderProvider')
  return loader
}
