/** The part of `bpmn-moddle` that is used; its own types describe elements, not reading and writing. */
declare module 'bpmn-moddle' {
  export class BpmnModdle {
    constructor(packages: Record<string, unknown>)
    create(type: string, values: Record<string, unknown>): import('./moddle.ts').BpmnElement
    fromXML(
      xml: string,
    ): Promise<{ rootElement: import('./moddle.ts').BpmnElement; warnings: { message: string }[] }>
    toXML(element: import('./moddle.ts').BpmnElement, options: { format: boolean }): Promise<{ xml: string }>
  }
}

declare module 'bpmn-auto-layout' {
  /** Gives a diagram to the process of a file. */
  export function layoutProcess(xml: string): Promise<string>
}
