/** The address of a database in its parts. */
export interface DatabaseAddress {
  host: string
  port: number
  name: string
}

/** Only scheme, host, port and database: parameters of a driver can run code or read files. */
const ADDRESS =
  /^(?:jdbc:)?[a-z0-9:]+:(?:@|\/\/)([A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?):(\d{1,5})[/:]([\w.$-]{1,100})$/
const MAX_PORT = 65_535

/** Reads the address that clients of the contract send, such as `jdbc:postgresql://10.0.0.5:5432/archive`. */
export function readAddress(url: string): DatabaseAddress | null {
  const [, host = '', port = '', name = ''] = ADDRESS.exec(url) ?? []
  const number = Number(port)
  return host !== '' && number >= 1 && number <= MAX_PORT ? { host, port: number, name } : null
}
