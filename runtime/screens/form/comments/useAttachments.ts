import { useState } from 'react'
import { storeFile } from '#runtime/fields/kit/files/store-file.ts'
import { errorText } from '#runtime/kernel/errors.ts'
import { useServices } from '#runtime/services/services.tsx'
import { noticeText } from '#runtime/ui/errors/notice-text.ts'

export interface Attachment {
  path: string
  name: string
}

const MAX_FILES = 9

/** Files that are uploaded at once and attached when their comment is sent. */
export function useAttachments() {
  const { http } = useServices()
  const [files, setFiles] = useState<readonly Attachment[]>([])
  const [running, setRunning] = useState(0)
  const [fault, setFault] = useState('')
  const add = async (chosen: readonly File[]) => {
    setFault('')
    if (files.length + chosen.length > MAX_FILES) return setFault(`一条评论最多 ${MAX_FILES} 个附件`)
    setRunning((count) => count + 1)
    try {
      for (const file of chosen) {
        const path = await storeFile(http, file, { biz: 'comment' })
        setFiles((before) => [...before, { path, name: file.name }])
      }
    } catch (error) {
      setFault(noticeText(error) ?? errorText('UNKNOWN_ERROR'))
    } finally {
      setRunning((count) => count - 1)
    }
  }
  return {
    files,
    isUploading: running > 0,
    /** Why the last upload failed; '' without a failure. */
    fault,
    add: (chosen: readonly File[]) => void add(chosen),
    remove: (path: string) => setFiles((before) => before.filter((file) => file.path !== path)),
    clear: () => setFiles([]),
  }
}
