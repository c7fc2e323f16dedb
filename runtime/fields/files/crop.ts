/** A part of a picture, in its own pixels. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

const outputTypes = new Set(['image/png', 'image/jpeg', 'image/webp'])

/** What a cut picture is written as: its own kind where a canvas can, else PNG under a name that says so. */
export function cutKind({ name, type }: { name: string; type: string }): { name: string; type: string } {
  return outputTypes.has(type)
    ? { name, type }
    : { name: `${name.replace(/\.[^.]*$/, '')}.png`, type: 'image/png' }
}

/** The part of a picture as a picture of its own; null where the browser can make none of it. */
export async function cutOut(file: File, area: Area): Promise<File | null> {
  const picture = await createImageBitmap(file)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(area.width)
  canvas.height = Math.round(area.height)
  const { x, y, width, height } = area
  canvas.getContext('2d')?.drawImage(picture, x, y, width, height, 0, 0, canvas.width, canvas.height)
  picture.close()
  const { name, type } = cutKind(file)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, 0.92))
  return blob && new File([blob], name, { type })
}
