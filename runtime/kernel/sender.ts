/** An open page that shares a record with other pages, and the name of its user; used by server and browser. */
export interface Sender {
  page: string
  name: string
}
