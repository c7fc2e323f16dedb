import type { CSSProperties } from 'react'
import { thumbnailUrl } from './paths.ts'

interface Props {
  /** The address of the picture itself, which is drawn where there is no small one. */
  url: string
  alt: string
  style?: CSSProperties
}

export const Thumbnail = ({ url, alt, style }: Props) => (
  <img
    src={thumbnailUrl(url)}
    alt={alt}
    loading="lazy"
    style={style}
    onError={({ currentTarget }) => {
      if (currentTarget.getAttribute('src') !== url) currentTarget.src = url
    }}
  />
)
