import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The hash of all sources; defined in a built server only. */
declare const __BUILD__: string | undefined

/** Remembers after the end of a process what the last check without problems has read. */
export interface SoundMark {
  /** Whether this is the mark of that check, by the same program. */
  isOf(mark: string): boolean
  put(mark: string): void
}

const FILE = 'sound-documents'

/** The mark in the data folder. A program that is not built may change while its files have the same names, and has none. */
export const openSoundMark = (
  dataDir: string,
  build = typeof __BUILD__ === 'undefined' ? null : __BUILD__,
): SoundMark | null => (build === null ? null : new StoredMark(join(dataDir, FILE), build))

class StoredMark implements SoundMark {
  #stored: string | null = null

  constructor(
    readonly file: string,
    readonly build: string,
  ) {}

  isOf(mark: string): boolean {
    return this.#read() === this.#format(mark)
  }

  /** A mark that cannot be written costs the next start a check. */
  put(mark: string): void {
    const text = this.#format(mark)
    if (this.#read() === text) return
    const draft = `${this.file}.${process.pid}`
    try {
      writeFileSync(draft, text, { mode: 0o600 })
      renameSync(draft, this.file)
      this.#stored = text
    } catch {
      this.#stored = ''
    }
  }

  #format = (mark: string): string => `${this.build} ${mark}\n`

  #read(): string {
    try {
      this.#stored ??= readFileSync(this.file, 'utf8')
    } catch {
      this.#stored = ''
    }
    return this.#stored
  }
}
