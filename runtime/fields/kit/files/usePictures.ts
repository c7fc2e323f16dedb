import { errorText } from '#runtime/kernel/errors.ts'
import type { FileSettings } from '#runtime/schema/language/settings.ts'
import { useServices } from '#runtime/services/services.tsx'
import { fileUrl } from './paths.ts'
import { isImage, storeFile } from './store-file.ts'

export interface Picture {
  src: string
  alt: string
}

/**
 * Returns a function that stores pictures of a text one after another; other files and failures are reported and
 * skipped.
 */
export function usePictures(settings: FileSettings): (files: Iterable<File>) => Promise<Picture[]> {
  const { http, notify } = useServices()
  return async (files) => {
    const stored: Picture[] = []
    for (const file of files) {
      if (!isImage(file)) {
        notify('warning', errorText('NOT_AN_IMAGE'))
        continue
      }
      try {
        stored.push({
          src: fileUrl(await storeFile(http, file, settings)),
          alt: file.name.replace(/\.[^.]*$/, ''),
        })
      } catch {
        notify('error', errorText('UPLOAD_FAILED', { name: file.name }))
      }
    }
    return stored
  }
}
