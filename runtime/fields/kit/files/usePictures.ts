import { errorText } from '#runtime/kernel/errors.ts'
import { useRuntime } from '../../context.tsx'
import { type FileSettings, fileUrl } from './paths.ts'
import { isImage, storeFile } from './store-file.ts'

export interface Picture {
  src: string
  alt: string
}

/** Stores pictures of a text with the house, one after another; what is none, or fails, is said and left out. */
export function usePictures(settings: FileSettings): (files: Iterable<File>) => Promise<Picture[]> {
  const { http, notify } = useRuntime()
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
