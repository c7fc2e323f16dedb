import { useRuntime } from '../../context.tsx'
import { type FileSettings, fileUrl } from './paths.ts'

/** Where the files of a field are read. The session's token goes along only where the field's kind of store asks for it. */
export function useFileUrl(field: FileSettings): (path: string) => string {
  const { token } = useRuntime()
  return (path) => fileUrl(path, field, field.fileType && token ? token() : null)
}
