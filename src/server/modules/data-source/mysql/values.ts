import mysql, { type FieldPacket } from 'mysql2'

const { Types } = mysql
const BINARY = 63
/** Digits that a number of four bytes holds. */
const FLOAT_DIGITS = 7

const sameFor = (codes: readonly number[], name: string): [number, string][] =>
  codes.map((code) => [code, name])

const times: ReadonlySet<number> = new Set([Types.DATE, Types.NEWDATE, Types.DATETIME, Types.TIMESTAMP])

/** The types of MySQL in the names of PostgreSQL. */
const names: ReadonlyMap<number, string> = new Map([
  ...sameFor([Types.TINY, Types.SHORT, Types.YEAR], 'smallint'),
  ...sameFor([Types.LONG, Types.INT24], 'integer'),
  ...sameFor([Types.LONGLONG], 'bigint'),
  ...sameFor([Types.DECIMAL, Types.NEWDECIMAL], 'numeric'),
  ...sameFor([Types.FLOAT], 'real'),
  ...sameFor([Types.DOUBLE], 'double precision'),
  ...sameFor([Types.DATE, Types.NEWDATE], 'date'),
  ...sameFor([Types.DATETIME, Types.TIMESTAMP], 'timestamp without time zone'),
  ...sameFor([Types.TIME], 'time without time zone'),
])

/** The type of a column as PostgreSQL names it. */
export const typeName = ({ columnType, characterSet }: FieldPacket): string =>
  names.get(columnType ?? -1) ?? (characterSet === BINARY && columnType !== Types.JSON ? 'bytea' : 'text')

const bits = (bytes: Buffer): string =>
  bytes.length === 0 ? '0' : BigInt(`0x${bytes.toString('hex')}`).toString()

/**
 * A value as the text that PostgreSQL writes for such a one: numbers exact, bytes in hexadecimal digits. The date of zeros,
 * which is no day, is null; NUL, which a text of PostgreSQL cannot hold, is left out.
 */
export function formatText(value: unknown, { columnType }: Pick<FieldPacket, 'columnType'>): string | null {
  if (value === null || value === undefined) return null
  if (Buffer.isBuffer(value)) return columnType === Types.BIT ? bits(value) : `\\x${value.toString('hex')}`
  if (typeof value === 'number')
    return String(columnType === Types.FLOAT ? Number(value.toPrecision(FLOAT_DIGITS)) : value)
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  const isTime = times.has(columnType ?? -1)
  return isTime && text.startsWith('0000-00-00') ? null : text.replaceAll('\0', '')
}
