import type { TableSync } from '#runtime/data/table-sync.ts'

/** Loads the code of the socket when the first table joins; a failed load leaves the table without the other pages. */
export function createLazyTableSync(): TableSync {
  let loading: Promise<void> | undefined
  let sync: TableSync | undefined
  const load = async () => {
    sync ??= (await import('./table-sync.ts')).createTableSync()
  }
  return {
    join(room, listener) {
      let leave: (() => void) | undefined
      let isLeft = false
      if (sync) return sync.join(room, listener)
      loading ??= load()
      loading.then(
        () => {
          if (!isLeft) leave = sync?.join(room, listener)
        },
        () => {
          loading = undefined
        },
      )
      return () => {
        isLeft = true
        leave?.()
      }
    },
    send: (room, row) => sync?.send(room, row),
  }
}
