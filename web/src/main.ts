import { mount } from "svelte";
import App from "./App.svelte";
import "./lib/fonts.css";
import "./lib/tokens.css";
import "./lib/base.css";
import { speech } from "./lib/i18n.svelte";
import { install } from "./lib/install";
import { router } from "./lib/router.svelte";
import { settings } from "./lib/settings.svelte";
import { sounds } from "./lib/sound";

settings.start();
speech.start();
router.start();
sounds.start();

const target = document.getElementById("app");
if (target) mount(App, { target });
install();
