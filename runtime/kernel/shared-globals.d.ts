// What browsers, their workers and Node all have: the globals that pure code may use. Only tsconfig/pure.json reads this
// file; the other projects have the types of their platform.

declare class URL {
  constructor(url: string, base?: string)
  static canParse(url: string, base?: string): boolean
  readonly href: string
  readonly origin: string
  readonly protocol: string
  readonly username: string
  readonly password: string
  readonly hostname: string
  readonly pathname: string
  readonly search: string
  readonly searchParams: URLSearchParams
  readonly hash: string
}
declare class URLSearchParams {
  constructor(init?: string | Readonly<Record<string, string>>)
  get(name: string): string | null
  delete(name: string): void
  keys(): IterableIterator<string>
  [Symbol.iterator](): IterableIterator<[string, string]>
}
declare class TextEncoder {
  encode(text: string): Uint8Array
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean })
  decode(bytes: Uint8Array): string
}
declare const crypto: { getRandomValues<T extends Uint8Array>(array: T): T }
declare const performance: { now(): number }
declare function structuredClone<T>(value: T): T
declare function setTimeout(callback: () => void, delay: number): number
declare function clearTimeout(timer: number | undefined): void
