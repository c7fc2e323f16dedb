/** A part of a picture, in its own pixels. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

const outputTypes = new Set(['image/png', 'image/jpeg', 'image/webp'])

/** Name and type of a cropped picture: its own type if a canvas can write it, else PNG with a matching extension. */
export function cutKind({ name, type }: { name: string; type: string }): { name: string; type: string } {
  return outputTypes.has(type)
    ? { name, type }
    : { name: `${name.replace(/\.[^.]*$/, '')}.png`, type: 'image/png' }
}

/** The cropped part as a picture of its own; null if the browser cannot create it. */
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
