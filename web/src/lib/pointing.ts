/** Fingers on drawings: where one points, and what is meant by it. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where on a drawing a place in the window is; null for a drawing that is not shown. */
export function onDrawing(svg: SVGSVGElement | null, { clientX, clientY }: { clientX: number; clientY: number }): Point | null {
  const inverse = svg?.getScreenCTM()?.inverse();
  return inverse ? new DOMPoint(clientX, clientY).matrixTransform(inverse) : null;
}

/** The one nearest to a point, the first of equals; null if none is within reach. */
export function nearestTo<Thing>(
  point: Point,
  things: Iterable<Thing>,
  place: (thing: Thing) => Point,
  reach = Infinity,
): Thing | null {
  let [meant, least]: [Thing | null, number] = [null, reach];
  for (const thing of things) {
    const { x, y } = place(thing);
    const far = Math.hypot(x - point.x, y - point.y);
    if (far < least) [meant, least] = [thing, far];
  }
  return meant;
}
