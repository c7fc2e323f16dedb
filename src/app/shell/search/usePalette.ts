import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { MenuEntry, MenuPage } from '#client/menu/menu.ts'
import { http } from '#client/session/http.ts'
import { permissionsAtom, userAtom } from '#client/session/state.ts'
import { decide } from '#runtime/access/decide.ts'
import { indexQuery } from '#runtime/data/documents.ts'
import { recentRecords } from '#runtime/host/recent-records.ts'
import type { IndexEntry } from '#runtime/schema/types.ts'
import { noticeText } from '#runtime/ui/errors/notice-text.ts'
import { usePaused } from '#runtime/ui/usePaused.ts'
import { indexActions, indexDocuments, indexTargets, search, type Target } from './search.ts'

/** Results of one kind under their title. */
export interface PaletteGroup {
  title: string
  targets: readonly Target[]
}

interface Found {
  records: { screen: string; id: string; title: string; text?: string | null }[]
  /** The search took too long and was stopped. */
  isCut: boolean
}

const MAX_MENUS = 20
/** Results of each other kind; users do not read more. */
const MAX_OTHERS = 6
/** One letter is in nearly every record. */
const MIN_LETTERS = 2
const designRight = 'design:read'
const noDocuments: readonly IndexEntry[] = []

/** The records on pages that the user can open. */
const listRecords = (
  records: readonly Found['records'][number][],
  documents: readonly IndexEntry[],
): Target[] => {
  const pages = new Map(documents.map((entry) => [entry.id, entry]))
  return records.flatMap(({ screen, id, title, text }) => {
    const page = pages.get(screen)
    return page?.path
      ? [{ path: `${page.path}?id=${encodeURIComponent(id)}`, title, groups: text ? [text] : [] }]
      : []
  })
}

/** What the palette shows for the typed words: without any, the records that the user opened last. */
export function usePalette(entries: readonly MenuEntry[], pages: readonly MenuPage[], typed: string) {
  const userId = useAtomValue(userAtom)?.id ?? ''
  const rights = useAtomValue(permissionsAtom)
  const isDesigner = rights !== null && decide(designRight, rights, 'visible').allow
  const { data: documents = noDocuments } = useQuery(indexQuery(http))
  const menus = useMemo(() => indexTargets(entries, pages), [entries, pages])
  const actions = useMemo(() => indexActions(documents), [documents])
  const designs = useMemo(() => (isDesigner ? indexDocuments(documents) : []), [documents, isDesigner])
  const word = typed.trim()
  const paused = usePaused(word)
  const isAsked = paused.length >= MIN_LETTERS && paused === word
  const { data, isFetching, error } = useQuery({
    queryKey: ['search', userId, paused],
    queryFn: ({ signal }) => http.get<Found>('/sys/search', { word: paused }, signal),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 30_000,
  })
  const recent = useMemo(() => recentRecords(userId), [userId])
  const groups = useMemo((): PaletteGroup[] => {
    const found = word.length >= MIN_LETTERS ? (data?.records ?? []) : []
    const isRecent = ({ title }: { title: string }) =>
      word === '' || title.toLowerCase().includes(word.toLowerCase())
    const last = listRecords(recent.filter(isRecent), documents).slice(0, MAX_OTHERS)
    const listed = new Set(last.map(({ path }) => path))
    const all: PaletteGroup[] = [
      { title: '菜单', targets: search(menus, word, MAX_MENUS) },
      { title: '新增', targets: search(actions, word, MAX_OTHERS) },
      { title: '最近打开', targets: last },
      { title: '记录', targets: listRecords(found, documents).filter(({ path }) => !listed.has(path)) },
      { title: '设计', targets: search(designs, word, MAX_OTHERS) },
    ]
    return all.filter(({ targets }) => targets.length > 0)
  }, [word, data, recent, documents, menus, actions, designs])
  const fault = error ? (noticeText(error) ?? undefined) : undefined
  const cut = data?.isCut ? '记录太多，没有查完，请多输入几个字' : undefined
  const isSearching = word.length >= MIN_LETTERS && (isFetching || paused !== word)
  return {
    groups,
    isSearching,
    /** What the user must know about the results. */
    note: word.length >= MIN_LETTERS ? (fault ?? cut) : undefined,
  }
}
