import { atom, type Getter, type Setter } from 'jotai'
import { type StoredAtom, storedAtom } from '../session/stored-atom.ts'

export type Mode = 'light' | 'dark'

/** Appearance and behaviour of the shell, for this browser. */
export interface Settings {
  sidebarOpened: boolean
  /** The theme of every page. */
  mode: Mode
  /** The theme of the menu alone. */
  theme: Mode
  layout: 'sidemenu' | 'topmenu'
  contentWidth: 'Fixed' | 'Fluid'
  fixedHeader: boolean
  autoHideHeader: boolean
  fixSidebar: boolean
  colorWeak: boolean
  /** The primary colour, as `#RRGGBB`. */
  color: string
  multipage: boolean
}

export const defaults: Settings = {
  sidebarOpened: true,
  mode: 'light',
  theme: 'dark',
  layout: 'sidemenu',
  contentWidth: 'Fixed',
  fixedHeader: true,
  autoHideHeader: false,
  fixSidebar: true,
  colorWeak: false,
  color: '#1890FF',
  multipage: true,
}

const pickOne =
  <T>(...words: readonly T[]) =>
  (raw: unknown): T | null =>
    words.find((word) => word === raw) ?? null
const flag = pickOne(true, false)
const mode = pickOne<Mode>('light', 'dark')
const colour = (raw: unknown) => (typeof raw === 'string' && /^#[0-9a-f]{6}$/i.test(raw) ? raw : null)

/** Each setting is stored under a key of its own; the keys are those of earlier versions. */
const places: { readonly [N in keyof Settings]: StoredAtom<Settings[N]> } = {
  sidebarOpened: storedAtom('SIDEBAR_TYPE', flag, null),
  mode: storedAtom('DEFAULT_THEME', mode, null),
  theme: storedAtom('DEFAULT_MENU_THEME', mode, null),
  layout: storedAtom('DEFAULT_LAYOUT_MODE', pickOne<Settings['layout']>('sidemenu', 'topmenu'), null),
  contentWidth: storedAtom(
    'DEFAULT_CONTENT_WIDTH_TYPE',
    pickOne<Settings['contentWidth']>('Fixed', 'Fluid'),
    null,
  ),
  fixedHeader: storedAtom('DEFAULT_FIXED_HEADER', flag, null),
  autoHideHeader: storedAtom('DEFAULT_FIXED_HEADER_HIDDEN', flag, null),
  fixSidebar: storedAtom('DEFAULT_FIXED_SIDEMENU', flag, null),
  colorWeak: storedAtom('DEFAULT_COLOR_WEAK', flag, null),
  color: storedAtom('DEFAULT_COLOR', colour, null),
  multipage: storedAtom('DEFAULT_MULTI_PAGE', flag, null),
}

const names = Object.keys(places) as (keyof Settings)[]

const read = <N extends keyof Settings>(get: Getter, name: N): Settings[N] =>
  get(places[name]) ?? defaults[name]

function write<N extends keyof Settings>(set: Setter, name: N, value: Settings[N] | undefined): void {
  if (value !== undefined) set(places[name], value)
}

/** The chosen settings as far as they are compatible; an unavailable choice stays stored. */
export function settled(choice: Settings): Settings {
  const isTop = choice.layout === 'topmenu'
  return {
    ...choice,
    contentWidth: isTop ? choice.contentWidth : 'Fixed',
    fixSidebar: choice.fixSidebar && !isTop,
    autoHideHeader: choice.autoHideHeader && choice.fixedHeader,
  }
}

/** Read: the effective settings. Write: changed settings; each is stored in the browser. */
export const settingsAtom = atom(
  (get): Settings =>
    settled(Object.fromEntries(names.map((name) => [name, read(get, name)])) as unknown as Settings),
  (_get, set, changes: Partial<Settings>) => {
    for (const name of names) write(set, name, changes[name])
  },
)
