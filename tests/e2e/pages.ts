import {
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import { getProduct, passwords } from './server.ts'

export const url = (path: string) => `${getProduct().url}${path}`

export async function signIn(page: Page, username: string, password: string) {
  await page.goto(url('/user/login'))
  await page.getByLabel('用户名').fill(username)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: /登\s*录/ }).click()
  await expect(page.getByText('欢迎进入')).toBeVisible({ timeout: 20_000 })
}

/** Opens an entry of the side menu, unfolding its group. */
export async function openMenu(page: Page, group: string, entry: string) {
  const head = page.getByRole('menuitem', { name: group }).first()
  // Waits for the menu: before that, the click would fold an unfolded group.
  await expect(head).toHaveAttribute('aria-expanded', /true|false/)
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.click()
  // While the group unfolds, another entry may be where this one was a frame ago.
  await atRest(page)
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
  await expect(page).toHaveTitle(new RegExp(entry))
}

/**
 * Goes to an address inside the app, as a link does, which is a fifth of a load. Returns the page of the address, which is
 * none as long as the page before it is on the screen.
 */
export async function follow(page: Page, path: string): Promise<Locator> {
  await page.evaluate((to) => {
    for (const left of document.querySelectorAll<HTMLElement>('.app-kept-page')) left.dataset.left = 'true'
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  return page.locator('.app-kept-page:not([inert], [data-left])')
}

/**
 * Waits until nothing moves or is about to: a motion is prepared some frames before it runs.
 * It continues after ten seconds: a motion whose end was missed keeps its class for good.
 */
export const atRest = (page: Page) =>
  page.evaluate(async () => {
    const inMotion = /-(?:appear|enter|leave)(?:-(?:prepare|start|active|end))?$/
    const moves = () =>
      document.getAnimations().some(({ playState }) => playState === 'running') ||
      [...document.querySelectorAll('[class*="-appear"], [class*="-enter"], [class*="-leave"]')].some(
        ({ classList }) => [...classList].some((name) => inMotion.test(name)),
      )
    const deadline = performance.now() + 10_000
    for (let quiet = 0; quiet < 3 && performance.now() < deadline; ) {
      await new Promise(requestAnimationFrame)
      quiet = moves() ? 0 : quiet + 1
    }
  })

export type Person = 'admin' | 'clerk' | 'reader'

interface Look {
  dark?: boolean
  phone?: boolean
  /** One page at a time, without tabs: kept pages cost where many are visited. */
  single?: boolean
  /** A browser context that no other test uses: the test changes what would stay in it, such as its clock. */
  alone?: boolean
}

interface Answer<T> {
  success: boolean
  code: number
  message: string
  result: T
}

/** Calls the product as somebody, past the page. */
export class Caller {
  constructor(readonly token: string) {}

  async call<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const headers = { 'X-Access-Token': this.token, ...(body ? { 'content-type': 'application/json' } : {}) }
    const answer = await fetch(url(`/jeecg-boot${path}`), {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    return (await answer.json()) as Answer<T>
  }

  /** The saved record. */
  async add(
    screen: string,
    record: Record<string, unknown>,
  ): Promise<{ id: string } & Record<string, unknown>> {
    const { success, message, result } = await this.call<{ id: string }>(
      'POST',
      `/resource/${screen}/add`,
      record,
    )
    if (!success) throw new Error(message)
    return result
  }
}

export interface SignedIn {
  token: string
  userInfo: { username: string }
}

/** A session of its own, so that ending it ends nobody else's. */
export async function startSession(who: Person): Promise<SignedIn> {
  const credentials = { username: who, password: who === 'admin' ? passwords.admin : passwords.demo }
  return (await new Caller('').call<SignedIn>('POST', '/sys/login', credentials)).result
}

const stored = (name: string, value: unknown) => ({
  name: `pro__${name}`,
  value: JSON.stringify({ value, expire: null }),
})

/** A browser context, and a blank page of the product in it, through which its storage is written. */
interface Profile {
  context: BrowserContext
  storage: Page
}

async function openProfile(browser: Browser, phone: boolean): Promise<Profile> {
  const context = await browser.newContext({
    viewport: phone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
    hasTouch: phone,
    isMobile: phone,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  })
  const storage = await context.newPage()
  await storage.goto(url('/healthz'))
  return { context, storage }
}

/** Profiles for the next tests of the worker: in a new one, the first page loads and compiles all scripts again. */
const idle = { desk: [] as Profile[], phone: [] as Profile[] }

async function takeProfile(browser: Browser, session: SignedIn | null, look: Look) {
  const { dark, phone, single, alone } = look
  const profiles = idle[phone ? 'phone' : 'desk']
  const profile = (alone ? undefined : profiles.pop()) ?? (await openProfile(browser, phone === true))
  const entries = [
    stored('DEFAULT_THEME', dark ? 'dark' : 'light'),
    stored('DEFAULT_MULTI_PAGE', !single),
    ...(session
      ? [
          stored('Access-Token', session.token),
          stored('TENANT_ID', '0'),
          stored('LOGIN_USER', session.userInfo),
        ]
      : []),
  ]
  await profile.storage.evaluate((items) => {
    for (const { name, value } of items) localStorage.setItem(name, value)
  }, entries)
  /** Ends the profile, or leaves it to the next test without its pages and what they have stored. */
  const leave = async (isReusable: boolean) => {
    const { context, storage } = profile
    if (alone || !isReusable) return context.close()
    await Promise.all(context.pages().map((page) => (page === storage ? undefined : page.close())))
    await context.setOffline(false)
    await context.clearCookies()
    await storage.evaluate(async () => {
      localStorage.clear()
      for (const { name = '' } of await indexedDB.databases())
        await new Promise((resolve, reject) => {
          const deletion = indexedDB.deleteDatabase(name)
          deletion.onsuccess = resolve
          deletion.onerror = reject
        })
    })
    profiles.push(profile)
  }
  return { context: profile.context, leave }
}

const sessions = new Map<Person, Promise<SignedIn>>()

function getSession(who: Person): Promise<SignedIn> {
  const session = sessions.get(who) ?? startSession(who)
  sessions.set(who, session)
  return session
}

export const openCaller = async (who: Person) => new Caller((await getSession(who)).token)

interface Tools {
  /** A window of its own, signed in as somebody or as nobody. */
  open(who: Person | SignedIn | null, path: string | null, look?: Look): Promise<Page>
  /** Console errors that a test brings about on purpose; any other one, and any CSP report, fails the test. */
  expected: RegExp[]
}

export const test = base.extend<Tools>({
  expected: async ({ browser: _ }, use) => use([]),
  open: async ({ browser, expected }, use, testInfo) => {
    const leaves: ((isReusable: boolean) => Promise<void>)[] = []
    const complaints: string[] = []
    await use(async (who, path, look = {}) => {
      const session = typeof who === 'string' ? await getSession(who) : who
      const { context, leave } = await takeProfile(browser, session, look)
      leaves.push(leave)
      const page = await context.newPage()
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
      page.on('pageerror', (error) => complaints.push(String(error)))
      await page.addInitScript(() =>
        document.addEventListener('securitypolicyviolation', (event) =>
          console.error(`CSP ${event.effectiveDirective} ${event.blockedURI}`),
        ),
      )
      if (path) await page.goto(url(path))
      return page
    })
    const hasPassed = testInfo.status === testInfo.expectedStatus
    await Promise.all(leaves.map((leave) => leave(hasPassed)))
    expect(complaints.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([])
  },
})

/** Of the page in sight: others may live on behind it. */
/** Loads a page anew and waits for its socket: what changes before that is in no frame. */
export async function reloadLive(page: Page): Promise<void> {
  const socket = page.waitForEvent('websocket', { predicate: (each) => each.url().includes('/websocket/') })
  await page.reload()
  await socket
}

export const rows = (place: Page | Locator): Locator => place.locator('[data-row-id]:visible')
/** The texts of one column, in order. */
export const column = (page: Page, field: string): Locator =>
  page.locator(`[data-row-id]:visible [data-field="${field}"]`)

/** Asks, and waits until the answer is what the list shows. */
export async function search(page: Page) {
  const body = page.locator('.pro-body:visible')
  // What was asked before has its answer: the next one is this question's.
  await expect(body).toHaveAttribute('aria-busy', 'false')
  const answer = page.waitForResponse((response) => response.url().includes('/list?'))
  await page.getByRole('button', { name: '查询', exact: true }).click()
  await answer
  await expect(body).toHaveAttribute('aria-busy', 'false')
}

/** Selects options of an open or closed antd select by their texts. */
export async function choose(page: Page, select: Locator, ...texts: string[]) {
  await select.click()
  for (const text of texts)
    await page.locator('.ant-select-dropdown:visible').getByTitle(text, { exact: true }).click()
}

/** A row's action, from sight or from 更多. */
export async function act(row: Locator, title: string) {
  await row.waitFor()
  const inSight = row.getByRole('button', { name: title, exact: true })
  if (await inSight.isVisible()) return inSight.click()
  await row.getByRole('button', { name: '更多' }).click()
  await row.page().getByRole('menuitem', { name: title, exact: true }).click()
}

interface Point {
  x: number
  y: number
}

/** Drags from one point to another, where it lets go. */
export async function drag(page: Page, from: Point, to: Point, mark: Locator) {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 20, from.y + 8, { steps: 4 })
  await dropAt(page, to, mark)
}

/** Moves what is dragged, and lets go when the page marks the place, as a person does. */
export async function dropAt(page: Page, to: Point, mark: Locator) {
  await page.mouse.move(to.x, to.y, { steps: 6 })
  // The page measures its parts after the drag has begun: a move before that finds no place.
  await expect(async () => {
    await page.mouse.move(to.x + 1, to.y)
    await page.mouse.move(to.x, to.y)
    await expect(mark).toHaveCount(1, { timeout: 1000 })
  }).toPass()
  await page.mouse.up()
}

export async function confirm(page: Page, question: string, answer: string | RegExp = /确\s*定/) {
  const dialog = page.getByRole('dialog').filter({ hasText: question })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: answer }).click()
}
