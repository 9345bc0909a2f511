// Marks of the pictures that do not stand out from what is below them: a text by less than 3 to 1, a shape by
// neither its fill nor its border by 2 to 1 (WCAG 2.2, contrast ratio). The window must be as high as the page.
(() => {
  const TEXT = 3, SHAPE = 2;
  const parts = (color) => (color.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (color) => {
    const [r, g, b] = color.map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => {
    const [x, y] = [luminance(a), luminance(b)];
    return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
  };
  // As red, green, blue and opacity; nothing for what is not painted.
  const paint = (style, what) => {
    if (style[what] === "none") return null;
    const [r, g, b, a = 1] = parts(style[what]);
    const opacity = a * Number(style[`${what}Opacity`]);
    return opacity > 0 ? [r, g, b, opacity] : null;
  };
  const laid = (top, below) => below.map((c, n) => c + (top[n] - c) * top[3]);
  const filled = (shape, style, x, y) => {
    const fill = shape.tagName === "text" ? null : paint(style, "fill");
    if (!fill || !shape.isPointInFill) return fill;
    const inside = new DOMPoint(x, y).matrixTransform(shape.getScreenCTM().inverse());
    return shape.isPointInFill(inside) ? fill : null;
  };
  // The color that lies below a mark.
  const ground = (x, y, mark) => {
    const stack = document.elementsFromPoint(x, y);
    for (const one of stack.slice(stack.indexOf(mark) + 1)) {
      const style = getComputedStyle(one);
      if (one instanceof SVGElement && one.tagName !== "svg") {
        // In the plot lines cross each other and their disks.
        const fill = one.closest("figure.plot") ? null : filled(one, style, x, y);
        if (fill) return fill.slice(0, 3);
      } else {
        const [r, g, b, a = 1] = parts(style.backgroundColor);
        if (a > 0) return [r, g, b];
      }
    }
    return [255, 255, 255];
  };
  const best = new Map();
  const note = (where, enough, value, words) => {
    if (value / enough > (best.get(where)?.[0] ?? 0)) best.set(where, [value / enough, `${words}, ${value.toFixed(2)} to 1`]);
  };
  for (const svg of document.querySelectorAll("svg")) {
    for (const mark of svg.querySelectorAll("text,circle,ellipse,rect,path,line,polygon,use")) {
      if (mark.closest("defs")) continue;
      const style = getComputedStyle(mark);
      const box = mark.getBoundingClientRect();
      let [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const [fill, stroke] = [paint(style, "fill"), paint(style, "stroke")];
      const words = `${mark.tagName} ${(mark.closest("g")?.querySelector("title")?.textContent ?? mark.textContent).slice(0, 60)}`;
      // Several strokes on one way are one mark: a stream and the gap around it.
      const where = [mark.tagName === "text", box.x, box.y, box.width, box.height].map(String).join();
      if (mark.tagName === "text") {
        if (!mark.textContent.trim()) continue;
        const halo = style.paintOrder.startsWith("stroke") ? stroke?.slice(0, 3) : null;
        const below = halo ?? ground(x, y, mark);
        note(where, TEXT, contrast(fill, below), `${words}: ${fill} on ${below}`);
        continue;
      }
      if (!fill && mark.getPointAtLength) {
        // A point of the line that is no gap between dashes.
        for (let n = 1; n < 40 && !document.elementsFromPoint(x, y).includes(mark); n++) {
          const on = mark.getPointAtLength((mark.getTotalLength() * n) / 40).matrixTransform(mark.getScreenCTM());
          [x, y] = [on.x, on.y];
        }
        if (!document.elementsFromPoint(x, y).includes(mark)) continue;
      }
      const below = ground(x, y, mark);
      // Disks of the plot lie on the lines and on each other: there the lines are what is looked at.
      if (mark.tagName === "circle" && mark.closest("figure.plot")) continue;
      const seen = [fill, stroke].filter(Boolean).map((color) => contrast(laid(color, below), below));
      if (seen.length) note(where, SHAPE, Math.max(...seen), `${words}: ${fill} and ${stroke} on ${below}`);
    }
  }
  for (const swatch of document.querySelectorAll(".swatch,.stream")) {
    let around = swatch.parentElement;
    while (around !== document.body && parts(getComputedStyle(around).backgroundColor)[3] === 0) around = around.parentElement;
    const below = parts(getComputedStyle(around).backgroundColor).slice(0, 3);
    const style = getComputedStyle(swatch);
    const colors = [style.backgroundColor, style.borderTopColor].map(parts);
    const seen = colors.map(([r, g, b, a = 1]) => contrast(laid([r, g, b, a], below), below));
    // The dashes of a stream are an image, in its own color.
    if (style.backgroundImage === "none") note(`swatch ${swatch.getAttribute("style")} ${below}`, SHAPE, Math.max(...seen), `swatch ${swatch.getAttribute("style")} on ${below}`);
  }
  return [...best.values()].filter(([enough]) => enough < 1).map(([, words]) => words);
})();
