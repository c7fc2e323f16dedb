import type { DatabaseAddress } from './address.ts'

/** The protocol by which a database is read. */
export type Dialect = 'postgresql' | 'mysql'

/** Who signs in to which database. */
export interface Credentials extends DatabaseAddress {
  dialect: Dialect
  user: string
  password: string
}

/** The values of the dictionary `database_type` that reports can read. */
const byType: Readonly<Record<string, Dialect>> = { '4': 'mysql', '5': 'mysql', '6': 'postgresql' }

export const dialectOfType = (type: string): Dialect | null => byType[type] ?? null

/** The dialect of a driver class, such as `org.mariadb.jdbc.Driver`. */
export const dialectOfDriver = (driver: string): Dialect | null =>
  driver.includes('postgresql') ? 'postgresql' : /mysql|mariadb/.test(driver) ? 'mysql' : null
