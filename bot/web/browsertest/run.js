(async () => {
  // A digit alone is text here, which axe leaves out unless it is asked; the rest are its own values.
  const contrast = {
    ignoreLength: true, ignoreUnicode: true, ignorePseudo: false, boldValue: 700, boldTextPt: 14, largeTextPt: 18,
    contrastRatio: { normal: { expected: 4.5 }, large: { expected: 3 } },
    pseudoSizeThreshold: 0.25, shadowOutlineEmMax: 0.2, textStrokeEmMin: 0.03,
  };
  axe.configure({ checks: [{ id: "color-contrast", options: contrast }] });
  const result = await axe.run(document, {
    rules: { "target-size": { enabled: true } }, // of WCAG 2.2, left out as well
    resultTypes: ["violations", "incomplete"],
  });
  const lines = (found) =>
    found.flatMap(({ id, nodes }) =>
      nodes.map(({ html, target, any, all, none }) =>
        `${id}: ${[...any, ...all, ...none].map((check) => check.message).join("; ")} ${target.join(" ")} ${html.slice(0, 120)}`));
  const broken = result.incomplete.filter(({ nodes }) => nodes.some((node) => node.none.some((check) => check.id === "error-occurred")));
  return { violations: lines([...result.violations, ...broken]), incomplete: lines(result.incomplete) };
})()
