import { createElement } from 'react'
import { iconOf } from './menu-icons.ts'

/** Loaded lazily: the icons of the menu are many, and the layout can stand before them. */
export default function NamedIcon({ name, className }: { name: string; className?: string }) {
  return createElement(iconOf(name), { className, 'aria-hidden': true })
}
