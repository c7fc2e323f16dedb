import { expect, type Page } from '@playwright/test'
import axeCore from 'axe-core'
import { atRest } from './pages.ts'

/** Findings that the design accepts: rule, place, reason. */
const accepted = [
  {
    rule: 'color-contrast',
    target: /\.ant-btn-primary\b[^ ]* > span/,
    because:
      'white on the primary colour that the specification names (#1890FF, 3.2:1); one such button a surface',
  },
  {
    rule: 'color-contrast',
    target: /selection-placeholder$/,
    because: 'a hint that says no more than the label beside it; nearer to black it would look like a value',
  },
  {
    rule: 'scrollable-region-focusable',
    target: /\.pro-(rows|body)\b/,
    because: 'browsers let the keyboard reach what scrolls and has nothing to focus in it',
  },
]

interface Violation {
  rule: string
  target: string
  text: string
}

/** The rules that depend on the colours; the light and the dark theme differ in nothing else. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** Rules of less weight on whose findings readers of the page by ear depend. */
const structureRules = ['region', 'heading-order']

/** Serious and critical findings on the page, and those of its structure, run under the page's own policy. */
async function findings(
  page: Page,
  rules: string[] | undefined,
  within: string | undefined,
): Promise<Violation[]> {
  // Half transparent, everything lacks contrast.
  await atRest(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeCore.source)
  const found = await page.evaluate(
    async ({ runOnly, always, context }) => {
      const { axe } = window as unknown as {
        axe: {
          run(
            context: Document | string,
            options: object,
          ): Promise<{
            violations: {
              id: string
              impact: string
              help: string
              nodes: { target: string[]; failureSummary: string }[]
            }[]
          }>
        }
      }
      const { violations } = await axe.run(context ?? document, {
        resultTypes: ['violations'],
        ...(runOnly && { runOnly }),
      })
      return violations
        .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || always.includes(id))
        .flatMap(({ id, nodes }) =>
          nodes.map(({ target, failureSummary }) => ({
            rule: id,
            // Where a button is the page's only one, its selector does not contain its kind.
            target: document.querySelector(target.at(-1) ?? '')?.matches('.ant-btn-primary > span')
              ? '.ant-btn-primary > span'
              : target.join(' '),
            text: failureSummary.split('\n').slice(0, 3).join(' '),
          })),
        )
    },
    { runOnly: rules, always: structureRules, context: within },
  )
  return found.filter(
    ({ rule, target }) => !accepted.some((each) => each.rule === rule && each.target.test(target)),
  )
}

interface Scope {
  /** The page is examined in no other theme at this width. */
  isOnlyTheme?: boolean
  /** Selects the part of the page that is examined. */
  within?: string
}

/**
 * Expects no serious finding on the page; `what` names the page in the report. The dark theme is examined for its colours;
 * for everything where the page is examined in no other theme at this width. A page that has not settled yet is examined
 * again; a finding that stays fails the test.
 */
export async function isClean(page: Page, what: string, { isOnlyTheme, within }: Scope = {}) {
  await page.mouse.move(0, 0)
  const isDark =
    !isOnlyTheme && (await page.evaluate(() => document.documentElement.dataset.theme === 'dark'))
  await expect
    .configure({ soft: true })
    .poll(() => findings(page, isDark ? colourRules : undefined, within), {
      message: what,
      timeout: 60_000,
      intervals: [500, 1000, 2000],
    })
    .toEqual([])
}
