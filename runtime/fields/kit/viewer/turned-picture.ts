/** Pixels of the longer side, enough for a paper of A3. */
const MAX_SIDE = 4000

/** A picture as it looks after turns of 90 degrees, under an address that has to be revoked. */
export async function drawTurned(picture: HTMLImageElement, degrees: number): Promise<string> {
  const { naturalWidth: width, naturalHeight: height } = picture
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height))
  const canvas = document.createElement('canvas')
  const [wide, high] = degrees % 180 === 0 ? [width, height] : [height, width]
  canvas.width = Math.round(wide * scale)
  canvas.height = Math.round(high * scale)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.translate(canvas.width / 2, canvas.height / 2)
  context.rotate((degrees * Math.PI) / 180)
  context.scale(scale, scale)
  context.drawImage(picture, -width / 2, -height / 2)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
  if (!blob) throw new Error('no picture')
  return URL.createObjectURL(blob)
}
