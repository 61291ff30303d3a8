// Sharing a result: by the device's own way, else by the clipboard, else to be copied by hand.

import { element, show } from "./panel.js";
import { say } from "./words.js";

/** @param {string} text */
export async function share(text) {
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    try {
      return await navigator.share({ text });
    } catch (error) {
      if (error.name === "AbortError") return;
    }
  }
  const copied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
  show({ title: copied ? say("copied") : say("share"), texts: [], extra: element("pre", text) });
}
