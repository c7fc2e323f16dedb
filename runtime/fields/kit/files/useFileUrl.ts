import type { FileSettings } from '#runtime/schema/language/settings.ts'
import { useServices } from '#runtime/services/services.tsx'
import { fileUrl } from './paths.ts'

/**
 * Returns the read address of a file of a field. It contains the session token only if the store of the field
 * requires it.
 */
export function useFileUrl(field: FileSettings): (path: string) => string {
  const { token } = useServices()
  return (path) => fileUrl(path, field, field.fileType && token ? token() : null)
}
