/** Boxes on a drawing. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The box grown to a shape, its middle kept. */
export function shaped(box: Box, aspect: number): Box {
  const width = Math.max(box.width, box.height * aspect);
  const height = width / aspect;
  return { x: box.x - (width - box.width) / 2, y: box.y - (height - box.height) / 2, width, height };
}

/** The smallest box around some points; null where there are none. */
export function around(points: readonly { x: number; y: number }[]): Box | null {
  if (points.length === 0) return null;
  const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}
