import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

/** Hides parts of all pages on paper. */
const print = 'runtime/ui/print.css'

/** The classes that a style sheet describes by a selector of nothing but the class. */
function listClasses(css: string): string[] {
  const rules = css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/(?:^|[{}])\s*([^{}@]+)\{/g)
  return [...rules].flatMap(([, selectors = '']) =>
    selectors
      .replace(/\([^)]*\)/g, '()')
      .split(',')
      .flatMap((selector) => /^\s*\.((?:pro|app|view|detail)-[\w-]+)\s*$/.exec(selector)?.[1] ?? []),
  )
}

/** A style sheet may refine a class of its own folder or of a folder around it. */
const isNear = (one: string, other: string): boolean => {
  const [first, second] = [`${dirname(one)}/`, `${dirname(other)}/`]
  return first.startsWith(second) || second.startsWith(first)
}

// Style sheets stay on the page after their part is gone: a class with two meanings would look like both.
it('a class is described in one folder', () => {
  const places = new Map<string, string>()
  const twice = new Set<string>()
  const files = ['runtime', 'src'].flatMap((top) =>
    readdirSync(top, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.css'))
      .map((name) => join(top, name)),
  )
  for (const file of files.filter((each) => each !== print))
    for (const name of listClasses(readFileSync(file, 'utf8'))) {
      const place = places.get(name)
      if (place !== undefined && !isNear(place, file)) twice.add(`${name}: ${place}, ${file}`)
      else if (place === undefined) places.set(name, file)
    }
  expect(places.size).toBeGreaterThan(500)
  expect([...twice]).toEqual([])
})
